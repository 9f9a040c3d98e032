import type { RequestEventBase } from '@builder.io/qwik-city'
import { FrameworkAuth$, routeAuth$, type FrameworkAuthConfig } from '../../../src/qwik/index.js'

/** What an application writes between the brackets of `FrameworkAuth$`. */
export type ConfigFunction = (
  event: RequestEventBase,
) => FrameworkAuthConfig | Promise<FrameworkAuthConfig>

/** The configs of a site; they travel in `platform`, so that each test has its own. */
export interface Configs {
  readonly config: ConfigFunction
  readonly otherConfig: ConfigFunction
}

export const auth = FrameworkAuth$((event) => configsOf(event).config(event))
export const other = routeAuth$((event) => configsOf(event).otherConfig(event))

/** The secret stands in the call itself, as it does in most applications. */
export const literal = routeAuth$(() => ({
  secret: 'a-Secret/that_stands+in=the.call-0815',
  trustHost: true,
  basePath: '/literal/auth',
  providers: [],
}))

export function configsOf({ platform }: RequestEventBase): Configs {
  return platform as Configs
}
