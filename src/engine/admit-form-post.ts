import { admitNode, admitRequest, type NodeRequest } from '../http/form-post.js'

/** Where the auth routes are. */
export interface FormPostOptions {
  /** The config's `basePath`, preceded by the app's base path. Default: `/auth`. */
  readonly basePath?: string
}

/**
 * Lets providers post forms to your app from their own site. Providers do so to answer a sign-in
 * (`response_mode=form_post`), as Sign in with Apple does, and to report that a user has signed
 * out.
 *
 * Frameworks such as Qwik 2 refuse forms from other sites before any plugin runs. Wrap the handler that your server
 * entry calls, which is Node's `router` or a platform handler that takes a `Request`. The wrapper
 * hides only the providers' posts from that check. The engine validates them as usual.
 */
export function admitFormPost<Asked extends NodeRequest | Request, Rest extends unknown[], Result>(
  handler: (request: Asked, ...rest: Rest) => Result,
  { basePath = '/auth' }: FormPostOptions = {},
): (request: Asked, ...rest: Rest) => Result {
  return (request, ...rest) => {
    if (request instanceof Request)
      return handler(admitRequest(request, basePath) as Asked, ...rest)
    admitNode(request, basePath)
    return handler(request, ...rest)
  }
}
