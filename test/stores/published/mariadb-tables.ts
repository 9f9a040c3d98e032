const ofUser = '`userId` varchar(255) not null references `user` (id) on delete cascade'

/** Tables of `@auth/drizzle-adapter`. */
export const drizzleTables: readonly string[] = [
  `create table \`user\` (id varchar(255) primary key, name varchar(255),
   email varchar(255) unique, emailVerified timestamp(3), image varchar(255))`,
  `create table account (${ofUser}, type varchar(255) not null, provider varchar(255) not null,
   providerAccountId varchar(255) not null, refresh_token varchar(255),
   access_token varchar(255), expires_at int, token_type varchar(255), scope varchar(255),
   id_token varchar(2048), session_state varchar(255), primary key (provider, providerAccountId))`,
  `create table session (sessionToken varchar(255) primary key, ${ofUser},
   expires timestamp not null)`,
  `create table verificationToken (identifier varchar(255) not null, token varchar(255) not null,
   expires timestamp not null, primary key (identifier, token))`,
  `create table authenticator (credentialID varchar(255) not null unique, ${ofUser},
   providerAccountId varchar(255) not null, credentialPublicKey varchar(255) not null,
   counter int not null, credentialDeviceType varchar(255) not null,
   credentialBackedUp boolean not null, transports varchar(255),
   primary key (userId, credentialID))`,
]

const kyselyId = 'id varchar(36) primary key default (uuid())'
const ofKyselyUser = '`userId` varchar(36) not null references `User` (id) on delete cascade'

/** Tables of `@auth/kysely-adapter`: those of its guide, in types that MariaDB has. */
export const kyselyTables: readonly string[] = [
  `create table \`User\` (${kyselyId}, name varchar(255), email varchar(255) unique not null,
   emailVerified datetime(3), image varchar(255))`,
  `create table \`Account\` (${kyselyId}, ${ofKyselyUser}, type varchar(255) not null,
   provider varchar(255) not null, providerAccountId varchar(255) not null, refresh_token text,
   access_token text, expires_at bigint, token_type text, scope text, id_token text,
   session_state text)`,
  `create table \`Session\` (${kyselyId}, ${ofKyselyUser},
   sessionToken varchar(255) not null unique, expires datetime(3) not null)`,
  `create table \`VerificationToken\` (identifier varchar(255) not null,
   token varchar(255) not null unique, expires datetime(3) not null)`,
]
