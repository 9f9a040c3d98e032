import { routeAuth$ } from 'latchkey'
import { makeConfig } from '../../../auth-config.mjs'

export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => makeConfig())
