/** The tables; those that `@auth/kysely-adapter` has too by its names. */
export type TableName =
  'User' | 'Account' | 'Session' | 'VerificationToken' | 'Authenticator' | 'Attempt'

/** What a column holds. */
export type ColumnKind = 'text' | 'date' | 'integer' | 'boolean'

/** A column as the adapter needs it. */
export interface ColumnModel {
  readonly name: string
  readonly kind: ColumnKind
  /** Must not be null; a table that lacks the column altogether is not one of ours. */
  readonly required: boolean
  /** Most characters in an indexed text where an engine wants to know it. */
  readonly length?: number
  /** Whether it holds ASCII only, such as base64, so that more of it fits into an index. */
  readonly isAscii?: boolean
}

/** A table as the adapter needs it. A `userId` refers to a user, and goes with it. */
export interface TableModel {
  readonly columns: readonly ColumnModel[]
  readonly primaryKey: readonly string[]
  readonly unique: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
}

/**
 * The model, a table after those that it refers to. The lengths keep every key within the 3072
 * bytes, four a character unless it is ASCII, that an index of InnoDB can hold.
 */
// prettier-ignore
export const model: Readonly<Record<TableName, TableModel>> = {
  User: {
    columns: [
      key('id', 255), optional('name'), { ...optional('email'), length: 512 },
      optional('emailVerified', 'date'), optional('image'),
    ],
    primaryKey: ['id'],
    unique: [['email']],
    indexes: [],
  },
  Account: {
    columns: [
      key('userId', 255), required('type'), key('provider', 191), key('providerAccountId', 576),
      optional('refresh_token'), optional('access_token'), optional('expires_at', 'integer'),
      optional('token_type'), optional('scope'), optional('id_token'), optional('session_state'),
      optional('issuer'),
    ],
    primaryKey: ['provider', 'providerAccountId'],
    unique: [],
    indexes: [['userId']],
  },
  Session: {
    columns: [
      key('sessionToken', 768), key('userId', 255), required('expires', 'date'),
      optional('createdAt', 'date'), optional('userAgent'), { ...optional('provider'), length: 191 },
      { ...optional('providerSessionId'), length: 576 },
    ],
    primaryKey: ['sessionToken'],
    unique: [],
    indexes: [['userId'], ['expires'], ['provider', 'providerSessionId']],
  },
  VerificationToken: {
    columns: [key('identifier', 512), key('token', 255), required('expires', 'date')],
    primaryKey: ['identifier', 'token'],
    unique: [],
    indexes: [['expires']],
  },
  Authenticator: {
    columns: [
      { ...key('credentialID', 1400), isAscii: true }, key('userId', 255), required('providerAccountId'),
      required('credentialPublicKey'), required('counter', 'integer'),
      required('credentialDeviceType'), required('credentialBackedUp', 'boolean'),
      optional('transports'), optional('name'), optional('createdAt', 'date'),
      optional('lastUsedAt', 'date'), optional('userHandle'),
    ],
    primaryKey: ['credentialID'],
    unique: [],
    indexes: [['userId']],
  },
  Attempt: {
    columns: [key('key', 255), required('count', 'integer'), required('expires', 'date')],
    primaryKey: ['key'],
    unique: [],
    // With one on `expires`, InnoDB would lock in two orders, and now and then fail an attempt that
    // is counted while others are deleted.
    indexes: [],
  },
}

export const tableNames: readonly TableName[] = [
  'User',
  'Account',
  'Session',
  'VerificationToken',
  'Authenticator',
  'Attempt',
]

/** Names of the tables in the database: the given ones, the default for the others. */
export function nameTables(
  renamed: Readonly<Partial<Record<TableName, string | undefined>>> | undefined,
): Readonly<Record<TableName, string>> {
  return {
    User: renamed?.User ?? 'User',
    Account: renamed?.Account ?? 'Account',
    Session: renamed?.Session ?? 'Session',
    VerificationToken: renamed?.VerificationToken ?? 'VerificationToken',
    Authenticator: renamed?.Authenticator ?? 'Authenticator',
    Attempt: renamed?.Attempt ?? 'Attempt',
  }
}

function key(name: string, length: number): ColumnModel {
  return { name, kind: 'text', required: true, length }
}

function required(name: string, kind: ColumnKind = 'text'): ColumnModel {
  return { name, kind, required: true }
}

function optional(name: string, kind: ColumnKind = 'text'): ColumnModel {
  return { name, kind, required: false }
}
