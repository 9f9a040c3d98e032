/** What a request says before its body. Every `Request` is one. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
}
