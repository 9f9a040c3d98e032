import type { RouteContext } from '../context/context.js'
import { csrfToken } from '../context/csrf.js'
import { answerJson, redirectTo, type Outcome } from '../context/outcome.js'
import { resolveRedirect, routeUrl } from '../context/redirects.js'
import { InvalidProvider } from '../errors/request-errors.js'
import { credentialsCallback } from '../flows/credentials-callback.js'
import { typedFields, wantedUrl } from '../flows/form-fields.js'
import { showError, showSignIn, showSignOut, showVerifyRequest } from '../flows/show-page.js'
import { signOut } from '../flows/sign-out.js'
import type { PublicProvider } from '../model/provider.js'
import { jwtStrategy } from '../session/jwt-strategy.js'

/** One row of the table: what a method of a path does. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly action: string
  /** Whether the path goes on with a provider's id. */
  readonly provider: 'none' | 'optional' | 'required'
  /** Who reads the answer: a program, or a person. */
  readonly reader: 'program' | 'person'
  readonly flow: (ctx: RouteContext) => Promise<Outcome>
}

/* prettier-ignore */
export const routes: readonly Route[] = [
  { method: 'GET',  action: 'csrf',           provider: 'none',     reader: 'program', flow: giveCsrfToken },
  { method: 'GET',  action: 'providers',      provider: 'none',     reader: 'program', flow: listProviders },
  { method: 'GET',  action: 'session',        provider: 'none',     reader: 'program', flow: readSession },
  { method: 'POST', action: 'session',        provider: 'none',     reader: 'program', flow: updateSession },
  { method: 'GET',  action: 'signin',         provider: 'optional', reader: 'person',  flow: showSignIn },
  { method: 'POST', action: 'signin',         provider: 'optional', reader: 'person',  flow: startSignIn },
  { method: 'POST', action: 'callback',       provider: 'required', reader: 'person',  flow: finishSignIn },
  { method: 'GET',  action: 'signout',        provider: 'none',     reader: 'person',  flow: showSignOut },
  { method: 'POST', action: 'signout',        provider: 'none',     reader: 'person',  flow: endSession },
  { method: 'GET',  action: 'error',          provider: 'none',     reader: 'person',  flow: showError },
  { method: 'GET',  action: 'verify-request', provider: 'none',     reader: 'person',  flow: showVerifyRequest },
]

async function giveCsrfToken(ctx: RouteContext): Promise<Outcome> {
  const token = await csrfToken(ctx)
  return token === undefined ? answerJson(null, 404) : answerJson({ csrfToken: token })
}

async function listProviders(ctx: RouteContext): Promise<Outcome> {
  const list = [...ctx.config.providers.values()].map(({ id, name, type }): PublicProvider => ({
    id,
    name,
    type,
    signinUrl: routeUrl(ctx, `signin/${id}`),
    callbackUrl: routeUrl(ctx, `callback/${id}`),
  }))
  return answerJson(Object.fromEntries(list.map((provider) => [provider.id, provider])))
}

async function readSession(ctx: RouteContext): Promise<Outcome> {
  return answerJson(await jwtStrategy.read(ctx))
}

async function updateSession(ctx: RouteContext): Promise<Outcome> {
  return answerJson(await jwtStrategy.update(ctx, ctx.fields['data']))
}

/** Credentials have no start of their own: the sign-in page has the form. */
async function startSignIn(ctx: RouteContext): Promise<Outcome> {
  const callbackUrl = await resolveRedirect(ctx, wantedUrl(ctx))
  const route = ctx.provider ? `signin/${ctx.provider.id}` : 'signin'
  return redirectTo(routeUrl(ctx, route, { callbackUrl }))
}

async function finishSignIn(ctx: RouteContext): Promise<Outcome> {
  const { provider, fields, request } = ctx
  if (!provider) throw new InvalidProvider('The path names no provider.')
  return credentialsCallback(ctx, {
    provider,
    credentials: typedFields(fields),
    wantedUrl: wantedUrl(ctx),
    request,
  })
}

async function endSession(ctx: RouteContext): Promise<Outcome> {
  return signOut(ctx, wantedUrl(ctx))
}
