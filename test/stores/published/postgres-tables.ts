/** Tables of `@auth/pg-adapter`. */
export const pgTables: readonly string[] = [
  `create table verification_token (identifier text not null, expires timestamptz not null,
   token text not null, primary key (identifier, token))`,
  `create table accounts (id serial primary key, "userId" integer not null,
   type varchar(255) not null, provider varchar(255) not null,
   "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
   expires_at bigint, id_token text, scope text, session_state text, token_type text)`,
  `create table sessions (id serial primary key, "userId" integer not null,
   expires timestamptz not null, "sessionToken" varchar(255) not null)`,
  `create table users (id serial primary key, name varchar(255), email varchar(255),
   "emailVerified" timestamptz, image text)`,
]

const ofDrizzleUser = '"userId" text not null references "user" (id) on delete cascade'

/** Tables of `@auth/drizzle-adapter`. */
export const drizzleTables: readonly string[] = [
  `create table "user" (id text primary key, name text, email text unique,
   "emailVerified" timestamp, image text)`,
  `create table account (${ofDrizzleUser}, type text not null, provider text not null,
   "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer,
   token_type text, scope text, id_token text, session_state text,
   primary key (provider, "providerAccountId"))`,
  `create table session ("sessionToken" text primary key, ${ofDrizzleUser},
   expires timestamp not null)`,
  `create table "verificationToken" (identifier text not null, token text not null,
   expires timestamp not null, primary key (identifier, token))`,
  `create table authenticator ("credentialID" text not null unique, ${ofDrizzleUser},
   "providerAccountId" text not null, "credentialPublicKey" text not null,
   counter integer not null, "credentialDeviceType" text not null,
   "credentialBackedUp" boolean not null, transports text,
   primary key ("userId", "credentialID"))`,
]

const kyselyId = 'id uuid primary key default gen_random_uuid()'
const ofKyselyUser = '"userId" uuid not null references "User" (id) on delete cascade'

/** Tables of `@auth/kysely-adapter`. */
export const kyselyTables: readonly string[] = [
  `create table "User" (${kyselyId}, name text, email text unique not null,
   "emailVerified" timestamptz, image text)`,
  `create table "Account" (${kyselyId}, ${ofKyselyUser}, type text not null,
   provider text not null, "providerAccountId" text not null, refresh_token text,
   access_token text, expires_at bigint, token_type text, scope text, id_token text,
   session_state text)`,
  `create table "Session" (${kyselyId}, ${ofKyselyUser}, "sessionToken" text not null unique,
   expires timestamptz not null)`,
  `create table "VerificationToken" (identifier text not null, token text not null unique,
   expires timestamptz not null)`,
  'create index "Account_userId_index" on "Account" ("userId")',
  'create index "Session_userId_index" on "Session" ("userId")',
]

const ofPrismaUser = `"userId" text not null references "User" (id) on update cascade
   on delete cascade`
/** Tables of `@auth/prisma-adapter`, as Prisma makes them of its schema. */
export const prismaTables: readonly string[] = [
  `create table "User" (id text primary key, name text, email text not null unique,
   "emailVerified" timestamp(3), image text)`,
  `create table "Account" (${ofPrismaUser}, type text not null, provider text not null,
   "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer,
   token_type text, scope text, id_token text, session_state text,
   primary key (provider, "providerAccountId"))`,
  `create table "Session" ("sessionToken" text not null unique, ${ofPrismaUser},
   expires timestamp(3) not null)`,
  `create table "VerificationToken" (identifier text not null, token text not null,
   expires timestamp(3) not null, primary key (identifier, token))`,
  `create table "Authenticator" ("credentialID" text not null unique, ${ofPrismaUser},
   "providerAccountId" text not null, "credentialPublicKey" text not null,
   counter integer not null, "credentialDeviceType" text not null,
   "credentialBackedUp" boolean not null, transports text,
   primary key ("userId", "credentialID"))`,
]
