/**
 * Returns all that a client sees of a response, without the address, the second and what is random.
 *
 * @param {Response} response
 * @param {string} address
 */
export async function describeResponse(response, address) {
  const hide = (/** @type {string} */ text) =>
    text
      .replaceAll(address, 'ADDRESS')
      .replaceAll(encodeURIComponent(address), 'ADDRESS')
      .replaceAll(/nonce[-=]"?[\w+/=-]+/g, 'NONCE')
      .replaceAll(/(?<=name="csrfToken" value=")[^"]*/g, 'TOKEN')
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  return JSON.stringify({
    status: response.status,
    headers: headers.map(([name, value]) => [name, hide(value)]),
    cookies: response.headers.getSetCookie().map(describeCookie),
    body: hide(await response.text()),
  })
}

/**
 * Sealed values are random, but their length is not.
 *
 * @param {string} line
 */
function describeCookie(line) {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  const kept = attributes.filter((attribute) => !attribute.startsWith('Expires='))
  return [pair.slice(0, at), pair.length - at - 1, kept]
}
