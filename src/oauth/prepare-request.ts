import type {
  EndpointRequestChanges,
  EndpointRequestContext,
  Preparable,
} from '../model/oauth-endpoints.js'
import { callOut } from './outgoing.js'
import type { RelyingParty } from './relying-party.js'
import { requireServerUrl } from './server-address.js'

/** A request, as oauth4webapi builds it. */
export interface Call {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: BodyInit | null | undefined
}

/** Sends a request and returns the complete response. */
export type Send = (url: string, call: Call) => Promise<Response>

/** Returns the context that the app's `prepare` function receives. */
export function requestContext(
  { clientId, clientSecret }: RelyingParty,
  known: Partial<Pick<EndpointRequestContext, 'params' | 'tokens'>> = {},
): EndpointRequestContext {
  return { params: {}, tokens: {}, clientId, clientSecret, ...known }
}

/** Returns a function that sends requests after the endpoint's `prepare` has changed them. */
export function sender(
  party: RelyingParty,
  endpoint: Preparable = {},
  context?: EndpointRequestContext,
): Send {
  const { fetch, httpHosts } = party
  return async (url, call) => {
    requireServerUrl(party, url)
    const { method, headers, body } = call
    const fields = new URLSearchParams(body instanceof URLSearchParams ? body : undefined)
    const request = { url: new URL(url), method, headers, body: fields }
    const changes = context && (await endpoint.prepare?.(request, context))
    return changes
      ? callOut(fetch, String(changes.url ?? url), applyChanges(call, changes), httpHosts)
      : callOut(fetch, url, { method, headers, body: body ?? null }, httpHosts)
  }
}

function applyChanges(call: Call, changes: EndpointRequestChanges): RequestInit {
  const { type, body } = changes.body === undefined ? { body: call.body } : toContent(changes.body)
  const headers = { ...call.headers, ...(type && { 'content-type': type }), ...changes.headers }
  const kept = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  )
  return {
    method: changes.method ?? call.method,
    headers: Object.fromEntries(kept),
    body: body ?? null,
  }
}

function toContent(body: NonNullable<EndpointRequestChanges['body']> | null): {
  type?: string
  body: string | null
} {
  if (body === null || typeof body === 'string') return { body }
  return body instanceof URLSearchParams
    ? { type: 'application/x-www-form-urlencoded', body: body.toString() }
    : { type: 'application/json', body: JSON.stringify(body) }
}
