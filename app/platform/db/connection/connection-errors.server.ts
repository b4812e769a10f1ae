const untrusted = [
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
];

/**
 * Returns a readable reason why a connection failed, and for TLS errors which parameter to set. Never contains the URL,
 * which includes a password.
 */
export function formatConnectionError(error: unknown): string {
  const { code = "", message = "", path } = error as NodeJS.ErrnoException;
  if (path && code.startsWith("E")) return `the file ${path}, which its address names, cannot be read: ${code}`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "its certificate is for another host name: use a name that stands in it";
  if (untrusted.includes(code))
    return `its certificate is signed by nobody known here: sslrootcert=/path/to/ca.crt names the right CA (${code})`;
  if (code === "CERT_HAS_EXPIRED") return "its certificate has expired";
  if (/does not support SSL/.test(message)) return "it does not speak TLS: switch ssl on there, or sslmode=disable";
  if (code === "28000" && /no encryption|SSL off/.test(message))
    return "it takes encrypted connections only: sslmode=verify-full";
  return code || message;
}
