/**
 * Lets Qwik copy a request after an action has read its body.
 *
 * It makes a request for each loader from that of the page, body and all, which throws once the body
 * was read: without JavaScript, a form that is shown again would be an error 500.
 */
export function allowBodyCopy(request: Request): void {
  if (request.body === null) return
  const { body } = request
  Object.defineProperty(request, 'body', { get: () => (request.bodyUsed ? null : body) })
}
