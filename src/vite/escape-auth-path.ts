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

/** Returns the path of a request if it is below the base path. */
export function authPathOf({ url = '' }: DevRequest, basePath: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  return path.startsWith(`${basePath.replace(/\/$/, '')}/`) ? path : undefined
}

function escape(url: string, basePath: string): string {
  const path = authPathOf({ url }, basePath)
  if (path === undefined || isDecodable(path)) return url
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
