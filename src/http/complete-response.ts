/** A response that has arrived. Its text can be read many times without a copy of its stream. */
export class CompleteResponse extends Response {
  readonly #content: ArrayBuffer | string

  constructor(content: ArrayBuffer | string, init: Pick<Response, 'status' | 'headers'>) {
    const isEmpty = content === '' || (typeof content !== 'string' && content.byteLength === 0)
    super(isEmpty ? null : content, init)
    this.#content = content
  }

  /** Returns the text of any response, and leaves its body as it is. */
  static async textOf(response: Response): Promise<string> {
    if (!(#content in response)) return response.clone().text()
    const content = response.#content
    return typeof content === 'string' ? content : new TextDecoder().decode(content)
  }
}
