/** The site's answer about an item, with a made-up value in every field. */

export const ITEM_DETAIL = {
  categoryParentList: '20|Tableware and Kitchenware|67|Tools & Gadgets',
  description: '<p>Stoneware bowl.</p><p>Condition: light wear</p>',
  imageServer: 'https://shopgoodwillimages.azureedge.net/production/',
  imageUrlString: '135\\Items\\09-30-2026\\abc_1.jpg;135\\Items\\09-30-2026\\abc_2.jpg',
  sellerCompanyName: 'Goodwill of Example',
  title: 'Vintage Stoneware Mixing Bowl',
  itemId: 279250057,
  numberOfBids: 2,
  sellerId: 135,
  remainingTime: '29m 43s ',
  bidIncrement: 1,
  startingPrice: 9.99,
  currentPrice: 10.99,
  minimumBid: 11.99,
  handlingPrice: 3,
  shippingPrice: 0,
  pickupOnly: false,
  noCombineShipping: false,
  listingType: 0,
  endTime: '2026-10-07T20:39:00',
  serverTime: '2026-10-07T20:09:15.967',
  startTime: '2026-09-30T11:46:10',
  isItemEndTimeExpire: false,
  isReserveMet: true,
  bidHistory: {
    auctionClosed: false,
    authenticatedBuyerLogin: null as string | null,
    isHighBidderLogIn: false,
    bidSummary: [
      { quantityWon: 1, bidderName: 'a****z', amount: 10.99, isLoggedInBuyer: false },
      { quantityWon: 0, bidderName: 'm****e', amount: 9.99, isLoggedInBuyer: false },
    ],
    bidComplete: [
      { bidAmount: 10.99, bidTime: '2026-10-07T18:40:11.35', retracted: false, isLoggedInBuyer: false },
      { bidAmount: 9.99, bidTime: '2026-10-04T14:31:54.62', retracted: false, isLoggedInBuyer: false },
    ],
  },
}

export const BID_RECEIVED = {
  itemId: 279250057,
  status: true,
  result: 1,
  isUnauthorized: false,
  pastDueMessage: null,
  currentPrice: 11.99,
  message: '<h3><b>Bid Received! </b></h3><p>You are <strong>currently</strong> the high bidder for this auction. </p>',
}
