/** Why a service may vouch for an address, or may not although it sends a flag. */
export interface Evidence {
  readonly vouches: boolean
  /** Why, in words for the table. */
  readonly why: string
  /** Where the service says so. Default: the documentation that its file names. */
  readonly source?: string
}

const yes = (why: string, source: string): Evidence => ({ vouches: true, why, source })
const no = (why: string, source?: string): Evidence => ({
  vouches: false,
  why,
  ...(source !== undefined && { source }),
})

const undocumented =
  'It sends a flag, but does not document that it mails the address, or that the user has confirmed it.'
const operatorWrites = 'The operator of the server decides what the claim says.'

/**
 * What is known about the flags of services. A service that is not listed documents no flag, or
 * returns no address. A service vouches only if it has mailed the address or owns the domain. A
 * flag alone is not enough: the source must say that the service has verified the address or that
 * the user has confirmed it. A service whose customers can set the flag does not vouch.
 */
// prettier-ignore
export const evidence: Readonly<Record<string, Evidence>> = {
  apple: yes('Apple returns addresses that it has verified, and relay addresses of its own. For managed accounts of a company or school, which it may not have verified, the flag is false.', 'https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple'),
  'azure-ad': yes('`xms_edov` says that the owner of the domain is verified; without this optional claim it does not vouch.', 'https://learn.microsoft.com/entra/identity-platform/optional-claims-reference'),
  bitbucket: yes('An address counts as confirmed after the user has followed the link in the confirmation mail.', 'https://support.atlassian.com/bitbucket-cloud/docs/set-email-aliases/'),
  digitalocean: yes('The specification of its API says that the flag is true if the user has verified the account by mail.', 'https://github.com/digitalocean/openapi/blob/main/specification/resources/account/models/account.yml'),
  discord: yes('Discord mails a link to a new or changed address, and `verified` is true after the user has followed it. Its own documentation names only the flag; the unofficial documentation of its API describes the mail.', 'https://discord-userdoccers.pages.dev/topics/email-verification'),
  dropbox: yes('The flag says whether the user has verified the address. Dropbox tells apps not to rely on an address without it.', 'https://dropbox.github.io/dropbox-sdk-java/api-docs/v8.0.1/com/dropbox/core/v2/users/Account.html'),
  github: yes('github.com only, and only for personal accounts: an address is verified after the user has followed the link in a mail. Until August 2024, GitHub also marked the addresses of managed users of an enterprise as verified, without a mail. The administrator of an Enterprise Server decides how addresses are verified.', 'https://docs.github.com/account-and-profile/how-tos/email-preferences/verifying-your-email-address'),
  gitlab: yes('gitlab.com only: it requires that every user confirms the address by mail before the first sign-in. A self-managed server sets `confirmed_at` without a mail when confirmation is off.', 'https://gitlab.com/gitlab-org/gitlab/-/issues/505444'),
  google: yes('Google owns `gmail.com`, and the owner of a Google Workspace has proven its domain. Google has verified any other address with a mail when the account was created; its owner may have changed since.', 'https://developers.google.com/identity/gsi/web/guides/verify-google-id-token'),
  intercom: yes('The flag says whether the teammate has verified the address, and Intercom tells apps to refuse sign-ins without it.', 'https://developers.intercom.com/docs/references/2.6/rest-api/admins/view-the-current-admin'),
  kakao: yes('`is_email_verified` says whether the address was confirmed by mail when it was registered, and `is_email_valid` that no other account has taken it over.', 'https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#kakaoaccount'),
  linkedin: yes('The flag says whether the primary address of the member has been verified. LinkedIn mails each address, and the member has to follow the prompts in the mail.', 'https://www.linkedin.com/help/linkedin/answer/59'),
  'microsoft-entra-id': yes('`xms_edov` says that the owner of the domain is verified; without this optional claim it does not vouch.', 'https://learn.microsoft.com/entra/identity-platform/optional-claims-reference'),
  patreon: yes('`is_email_verified` says whether the user has confirmed the address, to which Patreon sends a verification mail.', 'https://support.patreon.com/hc/en-us/articles/360025637272-Change-my-email'),
  twitch: yes('The claim is true if Twitch has verified the address; an unverified address is not returned.', 'https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/#requesting-claims'),
  vipps: yes('The flag is true only if the user has confirmed the address, which Vipps asks for at the first sign-in with e-mail.', 'https://developer.vippsmobilepay.com/docs/APIs/login-api/how-it-works/login-from-mobile'),
  wikimedia: yes('meta.wikimedia.org only: `confirmed_email` is true after the confirmation mail. Another MediaWiki confirms every address if `$wgEmailAuthentication` is off.', 'https://github.com/wikimedia/mediawiki-extensions-OAuth/blob/master/src/UserStatementProvider.php'),

  adobe: no(undocumented),
  asana: no(undocumented),
  asgardeo: no('An administrator decides whether addresses are verified, and may import them as verified.'),
  auth0: no('Auth0 mails a new address, but the Management API, imports and connections can set the flag without a mail.', 'https://auth0.com/docs/manage-users/user-accounts/verify-emails'),
  authelia: no('Its flag is always true, because it marks all addresses of the user store as verified.'),
  authentik: no('Until 2025.10 its default mapping said true for addresses that users may change; since then it says false unless an administrator writes a mapping.', 'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/verify-email-address/'),
  autodesk: no(undocumented, 'https://aps.autodesk.com/en/docs/oauth/v1/reference/http/users-@me-GET'),
  cilogon: no('The address is the one that the home institution asserts; CILogon does not mail it.'),
  clerk: no('The backend API can mark an address as verified without a mail.', 'https://clerk.com/docs/reference/backend-api/tag/email-addresses'),
  clever: no('Districts import the addresses.'),
  cognito: no('Cognito mails a code, but administrators, triggers and mapped identity providers can set the flag without a mail.', 'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerifyUserAttribute.html'),
  descope: no(undocumented),
  'duende-identity-server6': no(operatorWrites),
  eventbrite: no(undocumented, 'https://www.eventbrite.com/platform/api#/reference/user'),
  faceit: no(undocumented),
  frontegg: no(undocumented),
  fusionauth: no('Users count as verified when verification is disabled, skipped, or when they were imported.', 'https://fusionauth.io/docs/apis/users'),
  globus: no('The address is the one that the linked identity provider asserts.'),
  huggingface: no(undocumented),
  hydra: no(operatorWrites),
  'identity-server4': no(operatorWrites),
  intuit: no(undocumented, 'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect'),
  jumpcloud: no('Administrators enter the addresses.'),
  kanidm: no('Its flag is always true, also for addresses that were never verified.'),
  keycloak: no('Keycloak mails a new address, but administrators and trusted identity providers can set the flag without a mail.', 'https://www.keycloak.org/docs/latest/server_admin/#enabling-email-verification'),
  kinde: no(undocumented),
  logto: no('Connectors and administrators can set an address without a mail.'),
  mattermost: no('A server without e-mail verification, and sign-in through another service, set the flag without a mail.', 'https://docs.mattermost.com/configure/authentication-configuration-settings.html'),
  okta: no('Okta says that its flag does not prove that the user owns the address.', 'https://support.okta.com/help/s/article/how-to-return-the-email-verified-claim'),
  onelogin: no('Administrators enter the addresses.'),
  paybin: no(undocumented),
  paypal: no(undocumented, 'https://developer.paypal.com/docs/api/identity/v1/#userinfo_get'),
  'ping-id': no('Administrators enter the addresses.'),
  'pocket-id': no('An administrator can mark all addresses as verified.', 'https://github.com/pocket-id/pocket-id/issues/1264'),
  polar: no(undocumented),
  salesforce: no('Every organization enters the addresses of its users, and the flag is not documented.', 'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm'),
  shopify: no(undocumented, 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/online-access-tokens'),
  simplelogin: no('The address is an alias or the one that the user gave, and its documentation does not say that it was mailed.'),
  slack: no(undocumented, 'https://docs.slack.dev/reference/methods/openid.connect.userInfo/'),
  supabase: no('A project without e-mail confirmation confirms addresses without a mail.', 'https://supabase.com/docs/guides/auth/general-configuration'),
  twitter: no('The field is called `confirmed_email`, but its documentation does not say how an address is confirmed.', 'https://docs.x.com/x-api/users/get-my-user'),
  'united-effects': no(undocumented),
  vercel: no(undocumented),
  wordpress: no(undocumented, 'https://developer.wordpress.com/docs/api/1.1/get/me/'),
  yahoo: no(undocumented),
  zitadel: no('ZITADEL mails a code, but administrators, imports and trusted identity providers can set the flag without a mail.', 'https://zitadel.com/docs/apis/openidoauth/claims'),
  zoom: no('Administrators of an account can add users without a mail to them.', 'https://developers.zoom.us/docs/api/users/'),
}
