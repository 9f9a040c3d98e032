import { CompleteResponse } from '../http/complete-response.js'

/** Returns the `error` of a JSON error response. @see RFC 6749, section 5.2 */
export async function errorInBody(response: Response): Promise<string | undefined> {
  const body = await CompleteResponse.textOf(response)
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  return typeof body.error === 'string' && body.error !== '' ? body.error : undefined
}
