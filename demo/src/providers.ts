import type { RequestEventBase } from '@builder.io/qwik-city'
import { describeSignIn, type SignInProvider } from 'latchkey/core'
import { loadAuthConfig } from './auth-config'

/** The ways to sign in. */
export async function listProviders(event: RequestEventBase): Promise<readonly SignInProvider[]> {
  return (await describeSignIn(event.request, await loadAuthConfig(event))).providers
}
