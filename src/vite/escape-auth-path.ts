/** A request on its way through the middlewares of the dev server. */
export interface DevRequest {
  url?: string | undefined
  /** The URL as it came in. Qwik prefers it to `url`. */
  originalUrl?: string | undefined
}

/**
 * Escapes the path of an auth route that cannot be decoded, such as `/auth/signin/%`.
 *
 * On such a path, the router of Qwik 2 throws before the app runs, and the dev server answers with
 * status 500 and a stack. With the escaped path, the engine answers that it does not know the route.
 */
export function escapeAuthPath(request: DevRequest, basePath: string): void {
  const { url, originalUrl } = request
  if (url !== undefined) request.url = escape(url, basePath)
  if (originalUrl !== undefined) request.originalUrl = escape(originalUrl, basePath)
}

function escape(url: string, basePath: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.startsWith(`${basePath.replace(/\/$/, '')}/`) || isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
