import Credentials from '../../../../src/providers/credentials.js'
import { routeAuth$ } from '../../../../src/qwik/index.js'

/** Accepts anybody, under whatever name they give. */
export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
  secret: 'a-Secret/of-the_plugin+file=0815-4711',
  trustHost: true,
  providers: [
    Credentials({
      authorize: ({ username, password }) =>
        String(password).startsWith('wrong')
          ? null
          : { id: '1', name: String(username), image: String(password) },
    }),
  ],
}))
