const ofUser = 'userId text not null references user (id) on delete cascade'

/** Tables of `@auth/drizzle-adapter`. */
export const drizzleTables: readonly string[] = [
  `create table user (id text primary key not null, name text, email text unique,
   emailVerified integer, image text)`,
  `create table account (${ofUser}, type text not null, provider text not null,
   providerAccountId text not null, refresh_token text, access_token text, expires_at integer,
   token_type text, scope text, id_token text, session_state text,
   primary key (provider, providerAccountId))`,
  `create table session (sessionToken text primary key not null, ${ofUser},
   expires integer not null)`,
  `create table verificationToken (identifier text not null, token text not null,
   expires integer not null, primary key (identifier, token))`,
  `create table authenticator (credentialID text not null unique, ${ofUser},
   providerAccountId text not null, credentialPublicKey text not null, counter integer not null,
   credentialDeviceType text not null, credentialBackedUp integer not null, transports text,
   primary key (userId, credentialID))`,
]
