/** A service that has no id besides the user name. */
interface UserNameId {
  /** What the id is, and whether it can belong to another person later. */
  readonly why: string
  /** Where the service says so. */
  readonly source: string
}

/** The services whose ids are user names, for the docs and for the contract test. */
// prettier-ignore
export const userNameIds: Readonly<Record<string, UserNameId>> = {
  lichess: { why: 'The id is the user name in lower case. Lichess never gives the name of a closed account to another person, and a user can change only its case.', source: 'https://github.com/lichess-org/lila/blob/master/translation/source/settings.xml' },
  nextcloud: { why: 'The id is the name that an administrator chose. It cannot be changed, but after a user is deleted, an administrator can give the name to another person.', source: 'https://github.com/nextcloud/server/issues/4848' },
  wecom: { why: 'The id is the account name in the company, which only has to be unique among its members. A name that WeCom chose can be changed once, which makes another account. After a member is deleted, an administrator can give the name to another person.', source: 'https://developer.work.weixin.qq.com/document/path/90195' },
}
