/** A request without its body. Every `Request` is assignable to it. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
}
