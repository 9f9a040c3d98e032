/** Returns the base64 encoding of a text in UTF-8. */
export function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Returns the value of an `Authorization` header for a user name and a password. */
export function basicAuthorization(name: string, password: string): string {
  return `Basic ${encodeBase64(`${name}:${password}`)}`
}
