import { signsInByMail } from './published/signs-in-by-mail.js'
import { publishedStores, storeNames } from './published/stores.js'

for (const name of storeNames) signsInByMail(name, publishedStores[name])
