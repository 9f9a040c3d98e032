/** The tables. Those that `@auth/kysely-adapter` also has use the same names. */
export type TableName =
  | 'User'
  | 'Account'
  | 'Session'
  | 'VerificationToken'
  | 'Authenticator'
  | 'UserPassword'
  | 'UserFactor'
  | 'Attempt'
  | 'AuditRecord'

/** The type of a column's values. */
export type ColumnKind = 'text' | 'date' | 'integer' | 'boolean'

/** A column that the adapter needs. */
export interface ColumnModel {
  readonly name: string
  readonly kind: ColumnKind
  /** Must not be null. A table without this column was not created for an adapter. */
  readonly required: boolean
  /** Maximum number of characters of an indexed text, for engines that require it. */
  readonly length?: number
  /** Whether it contains only ASCII, such as base64, so that more of it fits into an index. */
  readonly isAscii?: boolean
}

/**
 * A table that the adapter needs. A `userId` references a user and is deleted with it, unless the
 * rows outlive their user.
 */
export interface TableModel {
  readonly columns: readonly ColumnModel[]
  readonly primaryKey: readonly string[]
  readonly unique: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  readonly outlivesUser?: boolean
}

/**
 * The model. A table comes after the tables that it references. The lengths keep every key within
 * the 3072 bytes of an InnoDB index, with four bytes per character unless it is ASCII.
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
      optional('issuer'), optional('refreshLease'), optional('refreshLeaseEnds', 'integer'),
      optional('refreshFailed'), optional('dpopKey'), optional('image'),
    ],
    primaryKey: ['provider', 'providerAccountId'],
    unique: [],
    indexes: [['userId']],
  },
  Session: {
    columns: [
      key('sessionToken', 768), key('userId', 255), required('expires', 'date'),
      optional('createdAt', 'date'), optional('userAgent'), { ...optional('provider'), length: 191 },
      { ...optional('providerSessionId'), length: 576 }, optional('authenticatedAt', 'date'),
      optional('amr'),
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
  UserPassword: {
    columns: [
      key('userId', 255), { ...required('hash'), length: 512 }, required('stamp'),
      required('changedAt', 'date'), required('mustChange', 'boolean'),
    ],
    primaryKey: ['userId'],
    unique: [],
    indexes: [],
  },
  UserFactor: {
    columns: [
      key('id', 128), key('userId', 255), required('type'), optional('name'), optional('secret'),
      required('lastStep', 'integer'), required('createdAt', 'date'), optional('lastUsedAt', 'date'),
      optional('expires', 'date'),
    ],
    primaryKey: ['id'],
    unique: [],
    indexes: [['userId'], ['expires']],
  },
  Attempt: {
    columns: [key('key', 255), required('count', 'integer'), required('expires', 'date')],
    primaryKey: ['key'],
    unique: [],
    // With an index on `expires`, InnoDB would take locks in two orders. An attempt that is counted
    // while others are deleted could then fail with a deadlock.
    indexes: [],
  },
  AuditRecord: {
    columns: [
      { ...key('id', 36), isAscii: true }, required('version', 'integer'), required('time', 'date'),
      required('event'), required('outcome'), optional('code'), optional('action'),
      { ...optional('userId'), length: 255 }, optional('sessionId'), optional('provider'),
      optional('clientAddress'), optional('userAgent'), optional('count', 'integer'),
    ],
    primaryKey: ['id'],
    unique: [],
    indexes: [['userId', 'id'], ['time']],
    outlivesUser: true,
  },
}

export const tableNames: readonly TableName[] = [
  'User',
  'Account',
  'Session',
  'VerificationToken',
  'Authenticator',
  'UserPassword',
  'UserFactor',
  'Attempt',
  'AuditRecord',
]

/** Returns the names of the tables in the database, with defaults for those that are not given. */
export function nameTables(
  renamed: Readonly<Partial<Record<TableName, string | undefined>>> | undefined,
): Readonly<Record<TableName, string>> {
  return {
    User: renamed?.User ?? 'User',
    Account: renamed?.Account ?? 'Account',
    Session: renamed?.Session ?? 'Session',
    VerificationToken: renamed?.VerificationToken ?? 'VerificationToken',
    Authenticator: renamed?.Authenticator ?? 'Authenticator',
    UserPassword: renamed?.UserPassword ?? 'UserPassword',
    UserFactor: renamed?.UserFactor ?? 'UserFactor',
    Attempt: renamed?.Attempt ?? 'Attempt',
    AuditRecord: renamed?.AuditRecord ?? 'AuditRecord',
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
