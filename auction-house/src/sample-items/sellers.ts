/** An invented store. */
export type Seller = { sellerId: number; city: string; state: string; zip: string; street: string; shipper: string }

export const SELLERS: readonly [Seller, ...Seller[]] = [
  { sellerId: 117, city: 'Harbor Falls', state: 'WA', zip: '98201', street: '12 Cannery Row', shipper: 'FedEx' },
  { sellerId: 135, city: 'Springfield', state: 'IL', zip: '62701', street: '1 Example St', shipper: 'FedEx' },
  { sellerId: 142, city: 'Maple Grove', state: 'MN', zip: '55311', street: '88 Orchard Ave', shipper: 'USPS' },
  { sellerId: 156, city: 'Juniper Flats', state: 'AZ', zip: '85001', street: '450 Mesa Rd', shipper: 'UPS' },
  { sellerId: 163, city: 'Old Mill', state: 'OR', zip: '97201', street: '7 Waterwheel Ln', shipper: 'FedEx' },
  { sellerId: 178, city: 'Fairhaven', state: 'CA', zip: '93101', street: '300 Pepper Tree Way', shipper: 'FedEx' },
  { sellerId: 191, city: 'Cedar Bluff', state: 'TN', zip: '37201', street: '21 Depot St', shipper: 'USPS' },
  { sellerId: 204, city: 'Northgate', state: 'MI', zip: '48201', street: '940 Foundry Blvd', shipper: 'UPS' },
  { sellerId: 219, city: 'Bayview', state: 'FL', zip: '33101', street: '5 Pelican Dr', shipper: 'FedEx' },
  { sellerId: 233, city: 'Stone Creek', state: 'PA', zip: '15201', street: '66 Quarry Hill', shipper: 'USPS' },
  { sellerId: 246, city: 'Prairie Rose', state: 'TX', zip: '75201', street: '1400 Windmill Pkwy', shipper: 'UPS' },
  { sellerId: 258, city: 'Lantern Hill', state: 'MA', zip: '02108', street: '19 Beacon Ct', shipper: 'FedEx' },
]

export const companyName = (seller: Seller) => `Goodwill of ${seller.city}`

export const sellerNumbered = (sellerId: number): Seller | undefined =>
  SELLERS.find((seller) => seller.sellerId === sellerId)
