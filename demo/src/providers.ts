import type { RequestEventBase } from '@builder.io/qwik-city'
import type { PublicProvider } from 'latchkey'
import { Auth } from 'latchkey/core'
import { loadAuthConfig } from './auth-config'

/** The ways to sign in, as `GET /auth/providers` tells them to everyone. */
export async function listProviders(
  event: Pick<RequestEventBase, 'env' | 'url'>,
): Promise<readonly PublicProvider[]> {
  const request = new Request(new URL('/auth/providers', event.url))
  const answer = await Auth(request, await loadAuthConfig(event))
  if (!answer.ok) return []
  return Object.values((await answer.json()) as Record<string, PublicProvider>)
}
