import type { Connection } from '../context/context.js'
import type { BodyFields } from '../http/body.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { act, type CallOutcome, type CallResult } from './calls.js'

/** What a call has besides the fields of its form. */
interface FormCall extends Connection {
  readonly redirectTo?: string | undefined
}

/** Runs a route without a provider, as a posted form would. */
export async function postForm<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  action: string,
  fields: BodyFields,
  { redirectTo, ...connection }: FormCall,
): Promise<CallResult<CallOutcome<S>>> {
  return act<S>(given, connection, {
    kind: 'call',
    head: request,
    path: () => ({ action, providerId: undefined }),
    fields,
    callbackUrl: redirectTo,
    authorizationParams: [],
  })
}
