export { refreshTokens } from '../oauth/refresh.js'
export { oauthCallback } from './oauth-callback.js'
export { oauthStart } from './oauth-start.js'
export { endProviderSessions } from './provider-logout.js'
