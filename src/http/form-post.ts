const formType = 'application/x-www-form-urlencoded'

/** A content type that the framework's origin check ignores. HTML forms cannot send it. */
const admittedType = 'application/vnd.latchkey.form-post'

/** A request of a Node server. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { 'content-type'?: string | undefined }
}

/**
 * Hides a provider's form post from the framework's origin check, because it always comes from
 * another site. The engine restores the content type and verifies the post itself, by the sign-in's
 * cookie or the signed logout token. It refuses all other forms.
 */
export function admitNode({ method, url, headers }: NodeRequest, basePath: string): void {
  // The client controls this text, so it may not be a valid URL.
  const [pathname = ''] = (url ?? '').split('?', 1)
  if (isPostedAnswer({ method, pathname, type: headers['content-type'] }, basePath)) {
    headers['content-type'] = admittedType
  }
}

/** The same for platforms that use `Request`. */
export function admitRequest(request: Request, basePath: string): Request {
  const { method, url, headers } = request
  const { pathname } = new URL(url)
  const type = headers.get('content-type') ?? undefined
  return isPostedAnswer({ method, pathname, type }, basePath)
    ? withType(request, admittedType)
    : request
}

/** Returns the request with its original content type. */
export function asSent(request: Request): Request {
  const isAdmitted = request.headers.get('content-type') === admittedType
  return isAdmitted ? withType(request, formType) : request
}

interface Posted {
  readonly method: string | undefined
  readonly pathname: string
  readonly type: string | undefined
}

function isPostedAnswer({ method, pathname, type }: Posted, basePath: string): boolean {
  const isForm = type?.split(';', 1)[0]?.trim().toLowerCase() === formType
  const base = `${basePath.replace(/\/$/, '')}/`
  if (method !== 'POST' || !isForm || !pathname.startsWith(base)) return false
  return /^(?:callback|backchannel-logout)\/[^/]+\/?$/.test(pathname.slice(base.length))
}

function withType(request: Request, type: string): Request {
  const headers = new Headers(request.headers)
  headers.set('content-type', type)
  return new Request(request, { headers })
}
