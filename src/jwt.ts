export { getToken, type GetTokenParams } from './session/get-token.js'
export { decode, encode } from './session/token.js'
export type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from './model/options.js'
export type { DefaultJWT, JWT } from './model/records.js'
