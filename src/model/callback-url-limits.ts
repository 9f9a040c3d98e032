/**
 * How long a `callbackUrl` may be, by the place that carries it on the way from the form to the
 * `Location` header. A longer one is dropped, and the visitor gets to the base URL instead.
 */
export const callbackUrlLimits = {
  /** Characters in a posted form or in the query of a request. */
  request: 8192,
  /** Characters in the query of a redirect, because servers refuse requests of about 8 KB. */
  redirect: 2048,
  /** Characters, percent-encoded, in any link or redirect, for the same reason. */
  link: 7000,
  /** Bytes in an encrypted cookie. Browsers drop a cookie that has more than 4096 bytes. */
  cookie: 1024,
} as const
