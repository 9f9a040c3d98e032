import { scrypt, timingSafeEqual } from 'node:crypto'

/** What the browser may know of someone. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly image: string
  readonly role: Role
}

export type Role = 'admin' | 'member'

interface Row extends Person {
  readonly username: string
  /** scrypt with the user name and the pepper for salt, in base64url. */
  readonly passwordHash: string
}

/** The people with a password. Everybody else is only in the database. */
const rows: readonly Row[] = [
  {
    id: 'person-1815',
    username: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    image: '/ada.svg',
    role: 'admin',
    passwordHash: 'ZADQtvtM7Njqf3VHTdvFymzjsDBgjlwMIwBQ-kt2Sjc',
  },
  {
    id: 'person-1791',
    username: 'charles',
    name: 'Charles Babbage',
    email: 'charles@example.com',
    image: '/charles.svg',
    role: 'member',
    passwordHash: 'f7rFH0DBOQQeJMTV4QdEafpsOq3-IMvTcMnAwGj0OII',
  },
  {
    id: 'person-1780',
    username: 'mary',
    name: 'Mary Somerville',
    email: 'mary@example.com',
    image: '/mary.svg',
    role: 'member',
    passwordHash: 'nkP_Wliyb5CmyvbfMCkSV0I_mQvbXaiqtBFH4-nIf2I',
  },
]

/** Those who must be in the database before they can sign in with their password. */
export const people: readonly Person[] = rows.map(toPerson)

/** The person with this user name and password, or `null`. Takes as long for a wrong name. */
export async function findByPassword(
  username: string,
  password: string,
  pepper: string,
): Promise<Person | null> {
  const row = rows.find((one) => one.username === username)
  const actual = await hash(password, `${pepper} ${username}`)
  const expected = row ? Buffer.from(row.passwordHash, 'base64url') : Buffer.alloc(actual.length)
  return timingSafeEqual(actual, expected) && row ? toPerson(row) : null
}

export function findRole(id: string): Role {
  return rows.find((row) => row.id === id)?.role ?? 'member'
}

export function hasPassword(id: string): boolean {
  return rows.some((row) => row.id === id)
}

function toPerson({ id, name, email, image, role }: Row): Person {
  return { id, name, email, image, role }
}

function hash(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
