/** Base64 of the UTF-8 form of a text. */
export function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Value of an `Authorization` header with a name and a password. */
export function basicAuthorization(name: string, password: string): string {
  return `Basic ${encodeBase64(`${name}:${password}`)}`
}
