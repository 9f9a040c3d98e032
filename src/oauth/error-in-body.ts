/** The `error` of a refusal that is JSON; the answer itself can still be read. @see RFC 6749, section 5.2 */
export async function errorInBody(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  return typeof body.error === 'string' && body.error !== '' ? body.error : undefined
}
