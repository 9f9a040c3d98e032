/**
 * Returns the `error` of a JSON error response. Reads a copy, so the body stays unread. @see RFC
 * 6749, section 5.2
 */
export async function errorInBody(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  return typeof body.error === 'string' && body.error !== '' ? body.error : undefined
}
