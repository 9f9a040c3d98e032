/**
 * Lets Qwik copy a request after an action has read its body.
 *
 * Qwik copies the page's request, including its body, for each loader. The copy throws if the body
 * was read. Without JavaScript, a form that Qwik shows again would then answer 500.
 */
export function allowBodyCopy(request: Request): void {
  if (request.body === null) return
  const { body } = request
  Object.defineProperty(request, 'body', { get: () => (request.bodyUsed ? null : body) })
}
