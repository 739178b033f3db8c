package org.peerlock.registry;

import java.util.Arrays;

/**
 * The content of a {@link RegistryStore} with its version. The bytes are copied on their way in and
 * out, so it is immutable.
 *
 * @param version 0 if there is no content
 * @param content empty if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // arrays are copied, and compared by content, below
public record VersionedBytes(long version, byte[] content) {

    /** No content: it was never written, or was deleted. */
    public static final VersionedBytes EMPTY = new VersionedBytes(0, new byte[0]);

    /** @throws IllegalArgumentException if there is content, but the version is 0 */
    public VersionedBytes {
        if (version == 0 && content.length > 0) {
            throw new IllegalArgumentException("content without a version");
        }
        content = content.clone();
    }

    /** A copy. */
    @Override
    public byte[] content() {
        return content.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VersionedBytes that && version == that.version && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(version) + Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return "(version=" + version + " bytes=" + content.length + ")";
    }
}
