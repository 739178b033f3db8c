package org.peerlock.registry;

import java.util.Arrays;

/**
 * The content of a {@link RegistryStore} with the tag that the store gave it. The bytes are copied
 * on their way in and out, so it is immutable.
 *
 * @param tag identifies this state of the store; opaque, only the store understands it
 * @param content empty if nothing was ever written, or if it was cleared
 */
@SuppressWarnings("ArrayRecordComponent") // arrays are copied, and compared by content, below
public record TaggedBytes(String tag, byte[] content) {

    /** The store holds nothing: nothing was ever written, or it was deleted by other means. */
    public static final TaggedBytes ABSENT = new TaggedBytes("", new byte[0]);

    /** @throws IllegalArgumentException if there is content, but the tag is empty */
    public TaggedBytes {
        if (tag.isEmpty() && content.length > 0) {
            throw new IllegalArgumentException("content without a tag");
        }
        content = content.clone();
    }

    /** Whether there is no content. */
    public boolean isEmpty() {
        return content.length == 0;
    }

    /** A copy. */
    @Override
    public byte[] content() {
        return content.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaggedBytes that && tag.equals(that.tag) && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return 31 * tag.hashCode() + Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return "(tag=" + tag + " bytes=" + content.length + ")";
    }
}
