import { betterAuth } from 'better-auth/minimal'

/** Sign-in with GitHub, and sessions in a cookie; it brings every other service with it. */
const auth = betterAuth({ socialProviders: { github: { clientId: '', clientSecret: '' } } })

/** @param {Request} request */
export function handle(request) {
  return auth.handler(request)
}
