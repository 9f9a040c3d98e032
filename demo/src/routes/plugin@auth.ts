import { serverAuth$ } from 'latchkey'
import { authConfig, type DemoSession } from '../auth-config'

export const { onRequest, useSession, useSignIn, useSignOut } = serverAuth$<DemoSession>((event) =>
  authConfig(event),
)
