package org.peerlock.schedule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AdviceAdapter;

/**
 * Loads classes of this library once more, and calls {@link Schedule} where a thread of the chosen ones accesses what threads
 * share: before a field that is not final is read or written, before a method of a class that is made for threads is called, and
 * instead of entering and leaving a monitor. All other classes are loaded as they are: what they do is one step.
 */
final class PointLoader extends ClassLoader {

    private static final String OURS = "org.peerlock.";
    /** These exist once: they are shared by the test and the race. */
    private static final String SHARED = Schedule.class.getPackageName() + ".";

    private static final String SCHEDULE = Type.getInternalName(Schedule.class);

    /** The owners of methods that threads may call at the same time. */
    private static final Pattern FOR_THREADS =
            Pattern.compile("java/util/concurrent/.*|java/lang/invoke/VarHandle|java/util/(Set|Queue)");

    private final Predicate<String> chosen;
    /** By owner and name, whether the field is not final. */
    private final Map<String, Map<String, Boolean>> mutable = new HashMap<>();

    PointLoader(Predicate<String> chosen) {
        super(PointLoader.class.getClassLoader());
        this.chosen = chosen;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null
                    ? loaded
                    : name.startsWith(OURS) && !name.startsWith(SHARED) ? define(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) {
        ClassReader reader = reader(name.replace('.', '/'));
        ClassWriter writer = new ClassWriter(reader, chosen.test(name) ? ClassWriter.COMPUTE_FRAMES : 0);
        reader.accept(
                chosen.test(name) ? new Points(writer) : writer, chosen.test(name) ? ClassReader.EXPAND_FRAMES : 0);
        byte[] code = writer.toByteArray();
        return defineClass(name, code, 0, code.length);
    }

    private ClassReader reader(String internalName) {
        try (InputStream in = getParent().getResourceAsStream(internalName + ".class")) {
            return new ClassReader(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isMutable(String owner, String field) {
        return chosen.test(owner.replace('/', '.'))
                && mutable.computeIfAbsent(owner, this::fields).getOrDefault(field, false);
    }

    private Map<String, Boolean> fields(String owner) {
        Map<String, Boolean> fields = new HashMap<>();
        reader(owner)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public @Nullable FieldVisitor visitField(
                                    int access, String name, String type, String signature, Object value) {
                                fields.put(name, (access & Opcodes.ACC_FINAL) == 0);
                                return null;
                            }
                        },
                        ClassReader.SKIP_CODE);
        return fields;
    }

    private final class Points extends ClassVisitor {

        private String className = "";

        Points(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            className = name.substring(name.lastIndexOf('/') + 1);
            super.visit(version, access, name, signature, parent, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
            int unsynchronized = access & ~Opcodes.ACC_SYNCHRONIZED;
            MethodVisitor next = super.visitMethod(unsynchronized, name, type, signature, exceptions);
            boolean shared = !name.startsWith("<"); // nobody else knows an object that is being made
            return next == null || !shared ? next : new PointInserter(next, access, name, type, className + "." + name);
        }
    }

    private final class PointInserter extends AdviceAdapter {

        private final boolean isSynchronized;
        private final String where;
        private final Label begin = new Label();
        private final Label end = new Label();
        private int line;

        PointInserter(MethodVisitor next, int access, String name, String type, String where) {
            super(Opcodes.ASM9, next, access, name, type);
            isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            this.where = where;
        }

        private void point(String what) {
            visitLdcInsn(where + ":" + line + " " + what);
            super.visitMethodInsn(INVOKESTATIC, SCHEDULE, "point", "(Ljava/lang/String;)V", false);
        }

        private void monitor(String method) {
            super.visitMethodInsn(INVOKESTATIC, SCHEDULE, method, "(Ljava/lang/Object;)V", false);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
            if (isMutable(owner, name)) {
                point(name);
            }
            super.visitFieldInsn(opcode, owner, name, type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean ofInterface) {
            if (opcode != INVOKESPECIAL && FOR_THREADS.matcher(owner).matches()) {
                point(owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
            }
            super.visitMethodInsn(opcode, owner, name, type, ofInterface);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == MONITORENTER) {
                monitor("enter");
            } else if (opcode == MONITOREXIT) {
                monitor("exit");
            } else {
                super.visitInsn(opcode);
            }
        }

        // A synchronized method: enter, and exit however it ends

        @Override
        protected void onMethodEnter() {
            if (isSynchronized) {
                loadThis();
                monitor("enter");
                mark(begin);
            }
        }

        @Override
        protected void onMethodExit(int opcode) {
            if (isSynchronized && opcode != ATHROW) {
                loadThis();
                monitor("exit");
            }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            if (isSynchronized) {
                mark(end);
                catchException(begin, end, null);
                loadThis();
                monitor("exit");
                super.visitInsn(ATHROW);
            }
            super.visitMaxs(stack, locals);
        }
    }
}
