/** Whether this can be fetched: http or https, without a user and password in it. */
export function isWebAddress(url: URL): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
}
