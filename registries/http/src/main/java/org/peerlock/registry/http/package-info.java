/**
 * What the stores that speak HTTP share: requests that end within their time limits and know
 * whether they were sent, TLS by PEM files, and JSON.
 */
@NullMarked
package org.peerlock.registry.http;

import org.jspecify.annotations.NullMarked;
