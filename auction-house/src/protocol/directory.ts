import { empty, json } from '../http/answer.ts'
import { dashboardTime } from '../pacific-time.ts'
import { categoryTree } from '../sample-items/catalogue.ts'
import { companyName, sellerNumbered, SELLERS } from '../sample-items/sellers.ts'
import { type Call, type Endpoint, itemIdOf } from './endpoint.ts'
import { enveloped } from './envelope.ts'

const currentTime = ({ now }: Call) => enveloped(dashboardTime(now))

export const directoryEndpoints: Endpoint[] = [
  { method: 'POST', path: 'Dashboard/GetCurrentTime', answer: currentTime },
  { method: 'GET', path: 'Dashboard/GetCurrentTimeV1', answer: currentTime },
  { method: 'GET', path: 'Seller/GetSellerInfo/*', answer: sellerInfo },
  { method: 'GET', path: 'Search/GetActiveLocation', answer: activeLocations },
  { method: 'GET', path: 'Category/GetAllCategoryPageList', answer: allCategories },
]

function sellerInfo({ id }: Call) {
  const sellerId = itemIdOf(id)
  if (typeof sellerId !== 'number') return sellerId
  const seller = sellerNumbered(sellerId)
  if (!seller) return empty(404)
  return json({
    sellerId,
    city: seller.city,
    companyName: companyName(seller),
    covid19Update: '',
    customerService: '<p>Answers within two business days.</p>',
    missionStatement: '<p>A practice store: nothing here is for sale.</p>',
    returnPolicy: '<p>All sales are final.</p>',
    state: seller.state,
    street: seller.street,
    zip: seller.zip,
    bannerSpaceWeb: '',
    bannerSpaceMobile: '',
  })
}

function activeLocations() {
  return json(
    SELLERS.map((seller) => ({
      sellerId: seller.sellerId,
      searchFilterName: seller.city,
      searchFilterNameLong: `${seller.state} - ${companyName(seller)}`,
      pickupCity: seller.city,
    })),
  )
}

function allCategories() {
  const categories = categoryTree().map(({ categoryId, name, children }) => ({
    categoryName: name,
    mappedCatId: categoryId,
    categoryId,
    childCategories: children.map((child) => ({
      categoryName: child.name,
      mappedCatId: child.categoryId,
      categoryId: child.categoryId,
    })),
  }))
  return enveloped({ categories })
}
