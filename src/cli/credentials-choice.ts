import type { Choice } from './choice.js'

/**
 * Sign-in with a password. Only the app knows its passwords, so the generated code refuses every
 * sign-in at first.
 */
export const credentialsChoice: Choice = {
  id: 'credentials',
  importName: 'Credentials',
  code: `      Credentials({
        credentials: {
          email: { label: "E-mail", type: "email", required: true },
          password: { label: "Password", type: "password", required: true },
        },
        async authorize({ email, password }) {
          if (typeof email !== "string" || typeof password !== "string") {
            return null;
          }
          // No user can sign in yet. Find the user with this e-mail address,
          // compare the password with the stored hash, and return the user:
          // return { id: user.id, name: user.name, email };
          return null;
        },
      }),`.split('\n'),
  readsEnv: false,
  isPasskey: false,
  needsAdapter: false,
  packages: [],
  advice: 'Write `authorize` in src/routes/plugin@auth.ts. Until then every sign-in fails.',
}
