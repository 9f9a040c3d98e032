const formType = 'application/x-www-form-urlencoded'

/** The type under which a form gets past a check that looks for forms; no form can be sent so. */
const admittedType = 'application/vnd.latchkey.form-post'

/** A request as Node's servers have it. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { 'content-type'?: string | undefined }
}

/**
 * Hides the answer that a service posts from the origin check of a framework: it comes from another
 * site by its nature. The engine sees it as it was sent, and asks for the cookie that belongs to it;
 * forms that are none of a service are refused there.
 */
export function admitNode({ method, url, headers }: NodeRequest, basePath: string): void {
  // What a client writes there may be no URL at all.
  const [pathname = ''] = (url ?? '').split('?', 1)
  if (isPostedAnswer({ method, pathname, type: headers['content-type'] }, basePath)) {
    headers['content-type'] = admittedType
  }
}

/** The same for platforms with `Request`s. */
export function admitRequest(request: Request, basePath: string): Request {
  const { method, url, headers } = request
  const { pathname } = new URL(url)
  const type = headers.get('content-type') ?? undefined
  return isPostedAnswer({ method, pathname, type }, basePath)
    ? withType(request, admittedType)
    : request
}

/** The request as it was sent. */
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
