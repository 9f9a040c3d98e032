import { indent, type Choice } from './choice.js'
import type { Database } from './databases/database.js'
import { wrapComment } from './wrap-comment.js'

const id = 'credentials'
const inner = `${indent}    `

const start = `      Credentials({
        credentials: {
          email: { label: "E-mail", type: "email", required: true },
          password: { label: "Password", type: "password", required: true },
        },
        async authorize({ email, password }) {
          if (typeof email !== "string" || typeof password !== "string") {
            return null;
          }`.split('\n')

const end = ['          return null;', '        },', '      }),']

/**
 * Sign-in with a password. Only the app knows its passwords, so the generated code refuses every
 * sign-in at first.
 */
export const credentialsChoice: Choice = {
  id,
  importName: 'Credentials',
  code: [
    ...start,
    ...wrapComment(
      'No user can sign in yet. Find the user with this e-mail address, compare the password with the stored hash, and return the user:',
      inner,
    ),
    `${inner}// return { id: user.id, name: user.name, email };`,
    ...end,
  ],
  readsEnv: false,
  isPasskey: false,
  needsAdapter: false,
  packages: [],
  advice: 'Write `authorize` in src/routes/plugin@auth.ts. Until then every password is refused.',
}

/**
 * The same with a database. There each session belongs to a row of `User`, so `authorize` must
 * return a user whom the adapter knows.
 */
export function withDatabase(choice: Choice, { variable }: Database): Choice {
  if (choice.id !== id) return choice
  return {
    ...choice,
    code: [
      ...start,
      ...wrapComment(
        'No user can sign in yet. Return a user of the database, because each session belongs to a user there and any other user gets an AdapterError. Check the password against the hash that you store:',
        inner,
      ),
      `${inner}// const { getUserByEmail } = await openAdapter(env.get("${variable}"));`,
      `${inner}// const user = await getUserByEmail(email);`,
      `${inner}// return (await isPasswordOf(user?.id, password)) ? user : null;`,
      ...end,
    ],
    advice:
      'Write `authorize` in src/routes/plugin@auth.ts. Until then every password is refused. It must return a user of the database, because each session belongs to a user there. If the database should store the passwords too, choose the provider password instead of credentials.',
  }
}
