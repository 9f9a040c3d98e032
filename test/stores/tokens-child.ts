import { serveParent } from './published/ask-for-tokens.js'

serveParent()
