import { admitNode, admitRequest, type NodeRequest } from '../http/form-post.js'

/** Where the routes are. */
export interface FormPostOptions {
  /** The `basePath` of the config, after that of the application. Default: `/auth`. */
  readonly basePath?: string
}

/**
 * Lets services answer a sign-in with a form that they post from their own site
 * (`response_mode=form_post`), as Sign in with Apple does, and tell us who has signed out there.
 *
 * Qwik 2 refuses forms of other sites before any plugin is asked. Wrap the handler that the entry of
 * your server calls, Node's `router` or that of a platform with `Request`s: it hides the answers of
 * services from that check, and nothing else. What they must prove is up to the engine, as ever.
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
