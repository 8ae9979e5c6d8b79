import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/* A certificate for localhost, valid until 2126, for these tests only. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVng2XPMAFxXaf13v
LRA+GEVF4frWS+glcoOfWsqsyHuhRANCAASmP5felleK4pmpCMZtuqZJQFVGDpKD
toWiepnNyph8GlrXzL8z5lki+HdYeSCp+Ad9jRdD0JC2T2gd806XMI+z
-----END PRIVATE KEY-----`;
export const cert = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIURgmPwgmqb4yExGq/tQrm48D69iMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDAwNDc1NFoYDzIxMjYxMTA2
MDA0NzU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASmP5felleK4pmpCMZtuqZJQFVGDpKDtoWiepnNyph8GlrXzL8z5lki
+HdYeSCp+Ad9jRdD0JC2T2gd806XMI+zo2kwZzAdBgNVHQ4EFgQUNmXLw7+qT87+
laC95rdK33kw9JgwHwYDVR0jBBgwFoAUNmXLw7+qT87+laC95rdK33kw9JgwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgDd8C2gJwIQhGbvED37ipNWuLKAucP916n5/m2NyzVs8CIQD13CwvbG2j
2dDIC/c3Zgw9Gw40XDj4Ir0IUf+osQ9G9w==
-----END CERTIFICATE-----`;

/** Trusts the certificate in this process. @returns a function that ends it */
export function trustLocalhost(): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  return () => setDefaultCACertificates(before);
}
