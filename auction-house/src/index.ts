export { sealCredential } from './accounts/credentials-cipher.ts'
export { type AuctionHouse, type AuctionHouseOptions, startAuctionHouse } from './start-auction-house.ts'
