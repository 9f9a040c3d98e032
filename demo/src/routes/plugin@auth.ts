import { routeAuth$ } from 'latchkey'
import { authConfig, type DemoSession } from '../auth-config'

export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$<DemoSession>((event) =>
  authConfig(event),
)
