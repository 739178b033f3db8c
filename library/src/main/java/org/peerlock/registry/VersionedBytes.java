package org.peerlock.registry;

import java.util.Arrays;

/**
 * What is in a {@link RegistryStore} at one moment. The bytes are copied on their way in and out.
 *
 * @param version 0 if nothing is there
 * @param content empty if nothing is there
 */
@SuppressWarnings("ArrayRecordComponent") // What the rule warns of is done below: copies, and equality by content.
public record VersionedBytes(long version, byte[] content) {

    /** Nothing is there: the cell was never written, or was deleted. */
    public static final VersionedBytes EMPTY = new VersionedBytes(0, new byte[0]);

    /** Content has a version, which is not 0. */
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
