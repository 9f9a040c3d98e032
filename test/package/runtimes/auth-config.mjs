import Credentials from 'latchkey/providers/credentials'

/** Who can sign in, and how. */
export const login = { username: 'ada', password: 'correct horse battery' }

/** What the identity provider knows of the application. */
export const client = { clientId: 'client-1', clientSecret: 'c1ient-secret+with/odd:characters' }

/**
 * One config for every runtime: a password, an identity provider, and a note that an update of the
 * session puts into the token. The rest comes from the environment.
 *
 * @returns {import('latchkey/core').AuthConfig<import('latchkey').DefaultSession & { note: string }>}
 */
export function makeConfig() {
  return {
    providers: [
      Credentials({
        credentials: {
          username: { label: 'User name' },
          password: { label: 'Password', type: 'password' },
        },
        authorize: ({ username, password }) =>
          username === login.username && password === login.password
            ? { id: 'user-1', name: 'Ada', email: 'ada@example.test' }
            : null,
      }),
      { id: 'op', name: 'The provider', type: 'oidc', ...client },
    ],
    // One machine plays many people here.
    limits: false,
    callbacks: {
      jwt({ token, trigger, session }) {
        const note = trigger === 'update' && Object(session)['note']
        return typeof note === 'string' ? { ...token, note } : token
      },
      session: ({ session, token: { note } }) => ({
        ...session,
        note: typeof note === 'string' ? note : '',
      }),
    },
  }
}
