import type { Adapter, AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable } from './awaitable.js'
import type { DefaultUser } from './records.js'

/** A user in the database, without the fields that an app declares in `User`. */
export interface PublishedAdapterUser extends DefaultUser {
  id: string
  email: string
  emailVerified: Date | null
}

interface UserMethods {
  createUser?(user: AdapterUser): Awaitable<PublishedAdapterUser>
  getUser?(id: string): Awaitable<PublishedAdapterUser | null>
  getUserByEmail?(email: string): Awaitable<PublishedAdapterUser | null>
  getUserByAccount?(
    account: Parameters<NonNullable<Adapter['getUserByAccount']>>[0],
  ): Awaitable<PublishedAdapterUser | null>
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<PublishedAdapterUser>
  deleteUser?(userId: string): Awaitable<PublishedAdapterUser | null | undefined | void>
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: PublishedAdapterUser } | null>
}

/**
 * An adapter of another package, such as one of Auth.js. Its package does not know the fields that
 * your app declares in `User`, even if they are required and its table has them.
 */
export type PublishedAdapter = Omit<Adapter, keyof UserMethods> & UserMethods
